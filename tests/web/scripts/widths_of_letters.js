(letters) => letters.map(([letter, weight]) => {
  const text = document.querySelector("svg text");
  text.setAttribute("style", `white-space:pre;font:${weight} 100px system-ui,sans-serif`);
  text.textContent = letter.repeat(10);
  return text.getComputedTextLength() / 1000;
})
