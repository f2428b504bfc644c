import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface Props {
  children: ReactNode;
  /** Where it changes, the part is tried anew: what broke one page must not hide the next. */
  resetKey?: string;
}

interface State {
  broken: boolean;
  resetKey?: string;
}

/** Keeps a broken part from taking the page with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { broken: false, resetKey };
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
