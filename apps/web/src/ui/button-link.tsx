import { type ButtonLook, buttonClass } from '@meridian/ui/button';
import { Link, type LinkProps } from './link.tsx';

/** A link within the site that looks like a button. */
export function ButtonLink({ tone, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClass(tone, size, className)} />;
}
