() => {
    const [box, prompt] = ["#asked", "#prompt"].map((each) =>
        document.querySelector(each).getBoundingClientRect());
    return box.top >= prompt.top && box.bottom <= prompt.bottom + 1;
}
