() => [...document.querySelectorAll("svg text, main *")].filter((each) =>
  !["title", "desc", "style"].includes(each.tagName) && each.getClientRects().length &&
  [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim())
).map((each) => {
  const svg = each.closest("svg");
  const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
  return [scale * parseFloat(getComputedStyle(each).fontSize), each.textContent];
}).filter(([size]) => size < 11.99)
