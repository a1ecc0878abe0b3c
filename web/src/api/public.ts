import { createApi } from './client'

/** The calls of the public pages, made by nobody in particular. */
export const publicApi = createApi()
