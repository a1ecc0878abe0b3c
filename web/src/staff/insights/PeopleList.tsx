import type { ComponentProps } from 'react'
import { PagedList } from '@/kit/PagedList'
import { texts } from './texts'

type PeopleListProps<Item> = Omit<ComponentProps<typeof PagedList<Item>>, 'words'> & { noneDetail: string }

export function PeopleList<Item>({ noneDetail, ...list }: PeopleListProps<Item>) {
  return <PagedList words={{ failed: texts.failed, none: texts.absent.none, noneDetail }} {...list} />
}
