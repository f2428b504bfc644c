import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

export type ButtonTone = 'primary' | 'accent' | 'outline' | 'quiet' | 'inverse' | 'onDark';
export type ButtonSize = 'md' | 'lg' | 'sm';

// In forced-colors mode the transparent border becomes the visible edge of the button.
const tones: Record<ButtonTone, string> = {
  primary: 'border-transparent bg-brand text-white hover:bg-brand-strong shadow-card',
  accent: 'border-transparent bg-accent text-ink hover:[filter:brightness(1.05)] shadow-card',
  outline: 'border-brand text-brand-strong bg-surface hover:bg-brand-faint',
  quiet: 'border-transparent text-brand-strong hover:bg-brand-soft',
  inverse: 'border-transparent bg-white text-ink hover:bg-white/90',
  onDark: 'border-white/50 text-white hover:bg-white/10',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-4.5 text-base',
  lg: 'min-h-13 px-6.5 text-lg',
};

/** @returns the classes of a button, for links and buttons */
export function buttonClass(tone: ButtonTone = 'primary', size: ButtonSize = 'md', more?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md border-2 font-semibold no-underline transition',
    'duration-150 ease-out active:[translate:0_1px] disabled:opacity-65 print:hidden',
    tones[tone],
    sizes[size],
    more,
  );
}

export interface ButtonLook {
  tone?: ButtonTone;
  size?: ButtonSize;
}

/** A button. While `busy` it is disabled and shows a spinner and `Loading...`. */
export function Button({
  tone,
  size,
  busy,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
  const button = useRestoredFocus(busy === true);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      className={buttonClass(tone, size, className)}
    >
      {busy ? (
        <>
          <Spinner /> Loading...
        </>
      ) : (
        children
      )}
    </button>
  );
}
