import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { Skeleton } from '@/kit/Skeleton'
import { Verbatim } from '@/kit/Verbatim'
import { texts } from './texts'

interface ShownPoster {
  address: string
  reach: 'EVERYWHERE' | keyof typeof texts.warnings
  picture: string
  /** Characters of the name that the poster cannot print. Absent on other servers. */
  unprintable?: string
}

type Size = keyof typeof texts.sizes

const sizes: readonly Size[] = ['A4', 'A6']

interface PosterPreviewProps {
  poster?: ShownPoster | undefined
  failure: ReactNode
  downloading: Size | null
  onDownload: (size: Size) => void
}

export function PosterPreview({ poster, failure, downloading, onDownload }: PosterPreviewProps) {
  return (
    <div className="@container">
      <div className="grid gap-5 @sm:grid-cols-[minmax(0,3fr)_minmax(0,4fr)] @sm:items-start @xl:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] @xl:gap-8">
        {poster ? <Sheet poster={poster} /> : <Skeleton className="aspect-[210/297] w-full" />}
        <div className="grid gap-4">
          <p className="text-ink-soft">{texts.detail}</p>
          {poster && <Unprintable characters={poster.unprintable} />}
          {poster && <Address poster={poster} />}
          {failure}
          <div className="flex flex-wrap gap-2">
            {sizes.map((size) => (
              <Button
                key={size}
                variant="secondary"
                icon={<Download aria-hidden="true" className="size-5" />}
                busy={downloading === size}
                onClick={() => onDownload(size)}
              >
                {texts.sizes[size]}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

/** White in the dark theme too, like the printed paper. */
function Sheet({ poster }: { poster: ShownPoster }) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(poster.picture)}`}
      alt={texts.shown(short(poster.address))}
      width={210}
      height={297}
      className="h-auto w-full rounded-small border border-rule"
    />
  )
}

export function Unprintable({ characters }: { characters: string | undefined }) {
  if (!characters) return null
  return (
    <Notice tone="warning" title={texts.unprintable.title}>
      <p>
        {texts.unprintable.signs} <Verbatim>{[...characters].join(' ')}</Verbatim>
      </p>
      <p>{texts.unprintable.detail}</p>
    </Notice>
  )
}

function Address({ poster: { address, reach } }: { poster: ShownPoster }) {
  return (
    <>
      {reach !== 'EVERYWHERE' && (
        <Notice tone="warning" title={texts.warnings[reach].title}>
          {texts.warnings[reach].detail}
        </Notice>
      )}
      <p>
        <span className="text-ink-soft">{texts.address}</span>{' '}
        <strong translate="no" className="[overflow-wrap:anywhere]">
          {short(address)}
        </strong>
      </p>
    </>
  )
}

function short(address: string): string {
  return address.replace(/^https?:\/\//, '')
}
