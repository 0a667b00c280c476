() => {
    const all = (place) => [...document.querySelectorAll(`:is(#start, dialog[open]) ${place}`)]
        .filter((each) => each.checkVisibility());
    const hasText = (each) =>
        [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
    return [
        ...all("*").filter((each) => hasText(each) && sizeOf(each) < 12)
            .map((each) => `small text: ${each.textContent}`),
        ...all(":is(button, input:not([type=radio]), .start-pills label, summary)")
            .filter((each) => each.getBoundingClientRect().height < 39.5)
            .map((each) => `low target: ${each.outerHTML}`),
        ...[document.querySelector("#start"), document.documentElement]
            .filter((each) => each?.scrollWidth > innerWidth).map((each) => `wide: ${each.id}`),
    ];
}
