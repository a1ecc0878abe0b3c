interface ImportMetaEnv {
  /** Where the API is when it is not beside the page. */
  readonly VITE_API_BASE?: string
}
