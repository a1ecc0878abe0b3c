export function gate() {
  let open: () => void = () => undefined
  const whenOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { whenOpen, open }
}
