import { attributeText, parameters, type Parameter } from './messages.ts';
import type { PlaygroundValues } from './playground.d.ts';

type Whole = number | string | null;

/** Each attribute of the element as a property. */
export abstract class ReflectingElement extends HTMLElement {
  static readonly observedAttributes: readonly string[] = parameters;

  get collective() {
    return this.getAttribute('collective');
  }
  set collective(value: string | null) {
    this.#write('collective', value);
  }

  get algorithm() {
    return this.getAttribute('algorithm');
  }
  set algorithm(value: string | null) {
    this.#write('algorithm', value);
  }

  get op() {
    return this.getAttribute('op');
  }
  set op(value: string | null) {
    this.#write('op', value);
  }

  get dtype() {
    return this.getAttribute('dtype');
  }
  set dtype(value: string | null) {
    this.#write('dtype', value);
  }

  get accumulate() {
    return this.getAttribute('accumulate');
  }
  set accumulate(value: string | null) {
    this.#write('accumulate', value);
  }

  get ranks(): string | null {
    return this.getAttribute('ranks');
  }
  set ranks(value: Whole) {
    this.#write('ranks', value);
  }

  get count(): string | null {
    return this.getAttribute('count');
  }
  set count(value: Whole) {
    this.#write('count', value);
  }

  get root(): string | null {
    return this.getAttribute('root');
  }
  set root(value: Whole) {
    this.#write('root', value);
  }

  get fault(): string | null {
    return this.getAttribute('fault');
  }
  set fault(value: string | null) {
    this.#write('fault', value);
  }

  get deadline(): string | null {
    return this.getAttribute('deadline');
  }
  set deadline(value: Whole) {
    this.#write('deadline', value);
  }

  get theme() {
    return this.getAttribute('theme');
  }
  set theme(value: string | null) {
    this.#write('theme', value);
  }

  get values(): string | null {
    return this.getAttribute('values');
  }
  set values(value: PlaygroundValues | null) {
    this.#write('values', attributeText(value));
  }

  get readonly() {
    return this.hasAttribute('readonly');
  }
  set readonly(value: boolean) {
    this.toggleAttribute('readonly', value);
  }

  /** A property that was set before the element was defined hides its accessor: set it again. */
  protected upgradeProperties(): void {
    for (const name of [...parameters, 'state']) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #write(name: Parameter, value: Whole): void {
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }
}
