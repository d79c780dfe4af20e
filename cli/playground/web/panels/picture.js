// The picture of a scene, with sliders for the uniforms.
import { h } from '../dom.js';
import { Controls } from './controls.js';

export class Picture {
  id = 'picture';
  title = 'Picture';
  #text = '';
  #timer = 0;

  constructor(app) {
    this.app = app;
    this.canvas = h('canvas', { width: 1, height: 1, role: 'img', 'aria-label': 'Picture of the scene' });
    this.canvas.addEventListener('pointerdown', (event) => this.#grab(event));
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.fault = h('p', { class: 'fault', role: 'status', hidden: true });
    this.controls = new Controls(() => app.drawSoon());
    this.frame = h('input', { type: 'range', min: '0', value: '0', 'aria-label': 'Frame', oninput: () => app.drawSoon() });
    this.play = h('button', { type: 'button', class: 'small', 'aria-pressed': 'false', onclick: () => this.#play(this.#timer === 0) }, 'Play');
    this.film = h('span', { class: 'film', hidden: true }, this.play, this.frame);
    const reset = () => {
      this.controls.reset();
      this.frame.value = '0';
      this.#play(false);
      app.results.refresh();
    };
    const scene = () => app.editor.show(app.project.scene)?.focus();
    const actions = h('div', { class: 'actions' }, this.film,
      h('button', { type: 'button', class: 'small', onclick: reset }, 'Reset'),
      h('button', { type: 'button', class: 'small', onclick: scene }, 'Edit the scene'));
    this.element = h('div', { class: 'picture' }, h('div', { class: 'stage' }, this.canvas, this.fault), actions, this.controls.element);
  }

  isShown() {
    return this.app.scene() !== undefined;
  }

  /** Forgets what belongs to another project. */
  reset() {
    this.controls.reset();
    this.frame.value = '0';
    this.#text = '';
    this.#play(false);
  }

  hide() {
    this.#play(false);
  }

  update(built) {
    const scene = this.app.scene();
    if (!built.ok) return this.#fail('No program to render: the source has errors.');
    // Values of a scene that changed are those that it has now.
    if (scene.text !== this.#text) this.controls.reset();
    this.#text = scene.text;
    let opened;
    try {
      opened = this.app.openScene();
    } catch (error) {
      return this.#fail(error.message);
    }
    if (!opened.ok) return this.#fail(opened.report);
    const { size, frames, uniforms } = opened;
    if (this.canvas.width !== size.width || this.canvas.height !== size.height) Object.assign(this.canvas, size);
    this.film.hidden = frames < 2;
    this.frame.max = String(frames - 1);
    this.controls.show(uniforms);
    return this.draw();
  }

  #fail(text) {
    this.fault.textContent = text;
    this.fault.hidden = false;
    this.canvas.classList.add('stale');
  }

  draw() {
    const { width, height } = this.canvas;
    try {
      const pixels = this.app.module.draw(this.controls.overrides, this.frame.valueAsNumber);
      this.context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
      this.canvas.classList.remove('stale');
      this.fault.hidden = true;
    } catch (error) {
      this.#fail(String(error?.message ?? error));
    }
  }

  /** Begins or ends to show one frame after the other. */
  #play(plays) {
    clearInterval(this.#timer);
    const next = () => {
      this.frame.value = String((this.frame.valueAsNumber + 1) % (Number(this.frame.max) + 1));
      this.app.drawSoon();
    };
    this.#timer = plays ? setInterval(next, 100) : 0;
    this.play.textContent = plays ? 'Pause' : 'Play';
    this.play.setAttribute('aria-pressed', String(plays));
  }

  /** Turns the model by the pointer. */
  #grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    let last = event;
    const move = (next) => {
      this.controls.turn({ y: (next.clientX - last.clientX) / 2, x: (next.clientY - last.clientY) / 2 });
      last = next;
    };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener('pointermove', move);
    this.canvas.addEventListener('lostpointercapture', () => this.canvas.removeEventListener('pointermove', move), { once: true });
  }
}
