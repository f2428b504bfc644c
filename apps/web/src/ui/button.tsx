import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonTone = 'primary' | 'accent' | 'outline' | 'quiet' | 'inverse';
export type ButtonSize = 'md' | 'lg' | 'sm';

const tones: Record<ButtonTone, string> = {
  primary: 'bg-brand text-white hover:bg-brand-strong shadow-card',
  accent: 'bg-accent text-ink hover:brightness-105 shadow-card',
  outline: 'border-2 border-brand text-brand-strong bg-surface hover:bg-brand-faint',
  quiet: 'text-brand-strong hover:bg-brand-soft',
  inverse: 'bg-white text-ink hover:bg-accent-soft',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 text-sm',
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-13 px-7 text-lg',
};

/** The look of a button, for anything that is pressed. */
export function buttonClass(tone: ButtonTone = 'primary', size: ButtonSize = 'md', more?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-md font-semibold no-underline transition',
    'duration-150 ease-out active:translate-y-px disabled:opacity-65',
    tones[tone],
    sizes[size],
    more,
  );
}

interface Look {
  tone?: ButtonTone;
  size?: ButtonSize;
}

/** A button. While `busy` it is disabled and shows a spinner and the words `Loading...`. */
export function Button({
  tone,
  size,
  busy,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
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

/** A link inside the site that looks like a button. */
export function ButtonLink({ tone, size, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonClass(tone, size, className)} />;
}
