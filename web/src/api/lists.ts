import type { List } from './types'

/** Reads a list from an array, or from an object with an array under `items`, `data` or `rows`. */
export function listFrom<Item>(body: unknown): List<Item> {
  const items = itemsOf<Item>(body)
  const { total, nextCursor } = fieldsOf(body)
  return {
    items,
    total: typeof total === 'number' ? total : items.length,
    nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
  }
}

export function itemsOf<Item>(body: unknown): Item[] {
  const { items, data, rows } = fieldsOf(body)
  return [body, items, data, rows].find((part): part is Item[] => Array.isArray(part)) ?? []
}

/** The fields of an object; none for any other value. */
export function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
