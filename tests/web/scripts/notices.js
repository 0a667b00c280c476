() => {
globalThis.notices = [];
globalThis.Notification = class extends EventTarget {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = globalThis.answer ?? "granted");
  constructor(title) { super(); notices.push(title); }
  close() {}
};
}
