export const outboxWords = {
  waits: (/** @type {number} */ count) => (count === 1 ? "Your roll is waiting here. It is sent once, as soon as the table answers:" : `${count} rolls are waiting here. Each is sent once, as soon as the table answers. The first:`),
  back: "Take it back",
};
