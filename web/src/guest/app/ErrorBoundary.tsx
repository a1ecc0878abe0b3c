import { Component, type ReactNode } from 'react'
import { ScreenError } from '@/kit/ScreenError'

/** Keeps a page that breaks, or that cannot be loaded, from leaving nothing: it says so and offers to load it again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <ScreenError /> : this.props.children
  }
}
