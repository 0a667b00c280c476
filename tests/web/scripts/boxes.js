() => {
  const whole = document.querySelector("svg").getBoundingClientRect();
  const parts = [...document.querySelectorAll("svg text, svg use, svg rect")];
  const found = parts.filter((each) => !each.closest("defs")).map((each) => {
    const box = each.getBoundingClientRect();
    const words = each.tagName === "text" && !each.closest("g[transform]");
    const card = each.tagName === "use" && /-(f..?|m..?|b|n)$/.test(each.getAttribute("href"));
    const kind = words ? "text" : card ? "card"
      : each.classList.contains("t-panel") ? "panel" : "other";
    return [kind, each.textContent, box.x - whole.x, box.y - whole.y, box.width, box.height];
  });
  return [whole.width, whole.height, found];
}
