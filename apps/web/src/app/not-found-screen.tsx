import { Container } from '@meridian/ui/section';
import { ButtonLink } from '../ui/button-link.tsx';

/** The 404 page, with links to the most used pages. */
export function NotFoundScreen() {
  return (
    <Container className="py-20 sm:py-28">
      <p className="font-bold text-brand-strong">404</p>
      <h1 className="mt-2 text-4xl">This page does not exist</h1>
      <p className="mt-4 max-w-text text-lg text-ink-soft">
        The address may be old or mistyped. Please check it, or continue with our courses.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/#popular-courses" size="lg">
          See all courses
        </ButtonLink>
        <ButtonLink to="/" tone="outline" size="lg">
          Back to home
        </ButtonLink>
      </div>
    </Container>
  );
}
