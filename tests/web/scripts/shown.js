() => {
  const $ = (name) => document.querySelector(name);
  const picture = $("#table svg");
  const texts = [...picture.querySelectorAll("text")].filter((each) => each.checkVisibility());
  return [
    ...["caption", "count"].map((name) => $(`#${name}`).innerText),
    ...["trick-back", "back", "next", "trick-next"].map((name) => $(`#${name}`).ariaDisabled),
    location.hash, document.title, $("[aria-current]").innerText,
    $("#place").value, $("#place").getAttribute("aria-valuetext"),
    picture.getAttribute("viewBox"),
    getComputedStyle(picture).font,
    texts.map((each) => `${getComputedStyle(each).font} ${each.textContent}`).sort(),
  ];
}
