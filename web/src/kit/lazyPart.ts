import { type ComponentType, lazy } from 'react'

/** Loads a part of a screen on its first render. If it fails to load, the screen lacks the part. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (file) => ({ default: file[name] }),
      () => ({ default: () => null }),
    ),
  )
}
