import { directive, Directive, PartType, type ElementPart, type PartInfo } from 'lit/directive.js';
import { noChange } from 'lit';

/**
 * Sets style properties of an element by script: lit's own styleMap writes a style attribute at first, which a strict
 * content security policy forbids.
 */
class SetStyle extends Directive {
  #given: Readonly<Record<string, string>> = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('setStyle() belongs on an element, not on an attribute.');
  }

  override render(properties: Readonly<Record<string, string>>): typeof noChange {
    void properties; // named for the type of setStyle(); update() reads it
    return noChange;
  }

  override update({ element }: ElementPart, [properties]: [Readonly<Record<string, string>>]): typeof noChange {
    const { style } = element as HTMLElement;
    for (const name of Object.keys(this.#given)) if (!(name in properties)) style.removeProperty(name);
    for (const [name, value] of Object.entries(properties)) {
      if (this.#given[name] !== value) style.setProperty(name, value);
    }
    this.#given = properties;
    return noChange;
  }
}

export const setStyle = directive(SetStyle);
