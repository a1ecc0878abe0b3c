interface ImportMetaEnv {
  /** Set when the API is on another origin. */
  readonly VITE_API_BASE?: string
  /** Used when neither the build nor the page sets the API's URL. */
  readonly VITE_API_HOST?: string
}
