() => {
    // The places of a form in the order in which a person comes to them. The stepper of bids is
    // first moved on by one, and the first click on a rare bid asks for a second one.
    const isOpen = (each) => each.checkVisibility() && !each.disabled;
    const first = (places) => [...document.querySelectorAll(places)].find(isOpen);
    const more = first(".stepper [aria-label=More]");
    const isAtStart = document.querySelector(".stepper output")?.textContent.match(/^[01]$/);
    const bid = ".pad .main, .stepper .main, .big button";
    const found = first("#choosing button.main, #result button.main")
        ?? (isAtStart && more) ?? first(bid) ?? first(".keys button")
        ?? first("#options button.main, #options button")
        ?? [...document.querySelectorAll("#choosing button")].find((each) =>
            each.textContent === "Arrange for me")
        ?? first("#table [data-card][role=button]:not([aria-pressed=true])")
        ?? first("#buttons button");
    globalThis.nextTarget = found;
    return found ? (POINT)(found) : null;
}
