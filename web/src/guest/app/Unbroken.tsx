import { Component, type ReactNode } from 'react'
import { Broken } from '@/kit/Broken'

/** Keeps a page that breaks, or that cannot be loaded, from leaving nothing: it says so and offers to load it again. */
export class Unbroken extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}
