settings => {
    if (!localStorage["twowaystreet settings"])
        localStorage["twowaystreet settings"] = JSON.stringify(settings);
}
