texts => {
    for (const text of texts) {
        const card = [...document.querySelectorAll("#table [data-card]:not([aria-pressed=true])")]
            .find((each) => each.dataset.card === text);
        card.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
}
