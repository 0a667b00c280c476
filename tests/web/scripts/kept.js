async (damage) => {
    let found = false;
    for (const name of await caches.keys()) {
        const store = await caches.open(name);
        for (const key of await store.keys()) {
            if (!key.url.includes("/kept?")) continue;
            found = true;
            if (damage) await store.put(key, new Response("damaged"));
        }
    }
    return found;
}
