import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** Keeps a broken part from taking the page with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page failed', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <Notice className="m-4">
        This part of the page could not be shown. Reloading the page usually helps; everything else keeps
        working.
      </Notice>
    );
  }
}
