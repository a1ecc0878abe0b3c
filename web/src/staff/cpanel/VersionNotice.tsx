import { useQuery } from '@tanstack/react-query'
import { controlPanelQueries } from '@/api/controlPanel'
import { Notice } from '@/kit/Notice'
import { texts } from './texts'

const words = texts.version

export function VersionNotice() {
  const { data } = useQuery(controlPanelQueries.version())
  if (!data?.newer || !data.newest) return null
  return (
    <Notice title={words.title(data.newest)}>
      <p>{words.detail(data.version)}</p>
      {data.address && (
        <a href={data.address} target="_blank" rel="noreferrer" className="underline">
          {words.link}
        </a>
      )}
    </Notice>
  )
}
