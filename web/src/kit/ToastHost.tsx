import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as SonnerToaster, useSonner } from 'sonner'
import { staffTexts as texts } from './staffTexts'

const icon = 'size-5'

export { toast } from 'sonner'

/** Loaded after the page, by Toaster. */
export function ToastHost() {
  useClearField()
  return (
    <SonnerToaster
      position="bottom-right"
      visibleToasts={3}
      gap={14}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={texts.notifications}
      mobileOffset={{ bottom: 'calc(var(--bottom-bar, 0px) + 16px)', left: 16, right: 16 }}
      icons={{
        success: <CircleCheck aria-hidden="true" className={`${icon} text-accent`} />,
        info: <Info aria-hidden="true" className={`${icon} text-ink-soft`} />,
        warning: <TriangleAlert aria-hidden="true" className={`${icon} text-caution`} />,
        error: <CircleAlert aria-hidden="true" className={`${icon} text-refused`} />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          // Selectable text would keep a swiped toast open.
          toast:
            'flex w-full flex-wrap select-none items-start gap-3 font-text rounded-box border border-rule bg-card p-4 text-ink shadow-float sm:w-[356px]',
          title: 'line-clamp-4 font-semibold',
          description: 'text-small text-ink-soft',
          icon: 'mt-0.5 flex-none',
          content: 'min-w-0 flex-[1_1_7rem] self-center wrap-anywhere',
          actionButton:
            '-my-2 ml-auto min-h-target flex-none rounded-box px-3 font-semibold text-accent underline underline-offset-4 hover:bg-well',
        },
      }}
    />
  )
}

/** Scrolls the focused field clear of a new toast. */
function useClearField() {
  const { toasts } = useSonner()
  const newest = toasts[0]?.id
  useEffect(() => {
    if (newest === undefined) return
    const frame = requestAnimationFrame(() =>
      document.activeElement
        ?.closest('input, select, textarea')
        ?.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [newest])
}
