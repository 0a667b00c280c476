() => {
    const review = document.createElement("form");
    review.innerHTML = "<button>Review</button>";
    document.querySelector("#past-line .row").lastChild.before(review);
}
