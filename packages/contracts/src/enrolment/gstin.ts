/**
 * GSTIN: the registration number of a taxpayer. It has 15 characters; the first two are the state code, the
 * last is a check character.
 */
import { abroad, currentState, isState } from './states.ts';

/**
 * Formats of the registry: regular taxpayers, government departments, bodies of the United Nations, tax
 * deductors.
 */
const shapes = [
  /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/,
  /^[0-9]{2}[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9]$/,
  /^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[A-Z0-9]$/,
  /^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$/,
];

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const base = alphabet.length;

/** @returns the typed GSTIN, trimmed and in upper case */
export function normalGstin(typed: string): string {
  return typed.trim().toUpperCase();
}

/**
 * @param first the first 14 characters, in upper case
 * @returns the check character
 */
export function gstinCheckCharacter(first: string): string {
  let sum = 0;
  for (const [index, character] of [...first].entries()) {
    const product = alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / base) + (product % base);
  }
  return alphabet.charAt((base - (sum % base)) % base);
}

/**
 * @param gstin trimmed and in upper case
 * @returns true if the format and the check character are correct; this detects typing errors, but does not
 * prove a registration
 */
export function isGstin(gstin: string): boolean {
  return shapes.some((shape) => shape.test(gstin)) && gstin.endsWith(gstinCheckCharacter(gstin.slice(0, -1)));
}

/**
 * @returns the current two-digit code of the state of a GSTIN; undefined if its first digits are not a state,
 * for example for the United Nations
 */
export function stateOfGstin(gstin: string): string | undefined {
  const code = currentState(normalGstin(gstin).slice(0, 2));
  return isState(code) && code !== abroad ? code : undefined;
}
