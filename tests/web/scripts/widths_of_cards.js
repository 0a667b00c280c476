() => {
  const all = [...scene.items.values()];
  const width = ({ element }) => element.getBoundingClientRect().width;
  const played = all.filter(({ values }) => values.label?.includes("played by"));
  const held = all.filter(({ values }) => values.z >= 300);
  return [Math.min(...played.map(width)), Math.min(...held.map(width), 1000) % 1000];
}
