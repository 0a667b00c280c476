export function open(receive, report) {
  globalThis.takeNews = (texts) => texts.forEach((text) => receive(JSON.parse(text)));
  setTimeout(() => report("open", "Connected."));
  const send = (message) => {
    globalThis.tellEngine(JSON.stringify(message)).then(globalThis.takeNews);
    return true;
  };
  send.again = send.another = () => {};
  return send;
}
