package httpapi

import (
	"slices"
	"strings"
)

// BrowserDevice says which wallet a device has.
type BrowserDevice string

// The kinds of device.
const (
	AppleDevice   BrowserDevice = "apple"
	AndroidDevice BrowserDevice = "android"
	Computer      BrowserDevice = "computer"
)

// BrowserKind says which pass files a browser accepts.
type BrowserKind string

// The kinds of browser.
const (
	SafariBrowser BrowserKind = "safari"
	OtherBrowser  BrowserKind = "other"
	InAppBrowser  BrowserKind = "app" // accepts no pass file
)

// Browser describes a browser. web/src/lib/browser.ts detects the same; testdata/browsers.json tests both.
type Browser struct {
	Device BrowserDevice `json:"device"`
	Kind   BrowserKind   `json:"kind"`
}

var appMarks = []string{
	"Instagram", "FBAN/", "FBAV/", "FB_IAB", "FBIOS", "Barcelona ", "WhatsApp/", "musical_ly", "BytedanceWebview", "TikTok",
	"Twitter for ", "LinkedInApp", "Snapchat", "Pinterest/", " Line/", "MicroMessenger", "Telegram", "GSA/", "KAKAOTALK", "NAVER(inapp", "Viber", "Discord", "Reddit/", "Outlook-iOS", "; wv)",
}

var otherMarks = []string{"CriOS/", "FxiOS/", "EdgiOS/", "OPiOS/", "OPT/", "DuckDuckGo/", "Ddg/", "OPX/", "Brave/", "YaBrowser/", "UCBrowser/", "Vivaldi/", "Focus/", "Ecosia", "Whale/", "Chrome/", "Firefox/", "Edg/"}

// isNamedApp recognizes apps by name: other web views look like a home-screen page, which accepts a pass.
func isNamedApp(userAgent string) bool {
	return slices.ContainsFunc(appMarks, func(mark string) bool { return strings.Contains(userAgent, mark) })
}

// browserOf takes a Mac for an Apple device, because an iPad calls itself Macintosh.
func browserOf(userAgent string) Browser {
	has := func(mark string) bool { return strings.Contains(userAgent, mark) }
	device, isHandheld := Computer, slices.ContainsFunc([]string{"iPhone", "iPad", "iPod"}, has)
	switch {
	case has("Android"):
		device = AndroidDevice
	case isHandheld || has("Macintosh"):
		device = AppleDevice
	}
	switch {
	case isNamedApp(userAgent), isHandheld && has("Mobile/") && !has("Safari/"):
		return Browser{device, InAppBrowser}
	case device == AppleDevice && has("Safari/") && !slices.ContainsFunc(otherMarks, has):
		return Browser{device, SafariBrowser}
	}
	return Browser{device, OtherBrowser}
}
