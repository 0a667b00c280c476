card => {
    const box = card.getBoundingClientRect();
    for (let x = 0.02; x < 1; x += 0.04)
        for (let y = 0.05; y < 1; y += 0.05) {
            const at = [box.x + x * box.width, box.y + y * box.height];
            const hit = document.elementFromPoint(...at);
            if (hit?.closest("[data-card], button") === card) return at;
        }
    return null;
}
