interface ImportMetaEnv {
  /** Base URL of the API when it is on another origin. */
  readonly VITE_API_BASE?: string
  /** Host of the API when neither the build nor the page sets its URL. */
  readonly VITE_API_HOST?: string
}
