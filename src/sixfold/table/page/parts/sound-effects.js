// The sound of dice: short clacks, made here and not fetched.

/** @type {AudioContext | undefined} */
let audio;

/** Dice that hit the table. @param {number[]} times in ms from now */
export function clack(times) {
  if (!times.length) return;
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const now = audio.currentTime + 0.01;
    for (const time of times.slice(0, 24)) hit(audio, now + time / 1000 + Math.random() * 0.012);
  } catch {
    // A machine without sound.
  }
}

/** One die on wood: a click with a short, dull ring. @param {AudioContext} into @param {number} when in s */
function hit(into, when) {
  const length = Math.floor(into.sampleRate * 0.05);
  const noise = into.createBuffer(1, length, into.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * Math.exp(-at / (length * 0.11));
  const source = into.createBufferSource();
  source.buffer = noise;
  const wood = into.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = 1700 + Math.random() * 1500;
  wood.Q.value = 1.4;
  const loud = into.createGain();
  loud.gain.value = 0.22 + Math.random() * 0.16;
  source.connect(wood).connect(loud).connect(into.destination);
  source.start(when);
}

/** Two short tones, the second higher: something waits. */
export function chime() {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const [at, pitch] of /** @type {[number, number][]} */ ([[0, 660], [0.14, 880]])) {
      const when = audio.currentTime + 0.02 + at;
      const tone = audio.createOscillator();
      tone.frequency.value = pitch;
      const loud = audio.createGain();
      loud.gain.setValueAtTime(0.0001, when);
      loud.gain.exponentialRampToValueAtTime(0.16, when + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.0001, when + 0.26);
      tone.connect(loud).connect(audio.destination);
      tone.start(when);
      tone.stop(when + 0.3);
    }
  } catch {
    // A machine without sound.
  }
}
