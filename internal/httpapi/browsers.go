package httpapi

import (
	"slices"
	"strings"
)

// BrowserDevice is a telephone by the vendor of its wallet, or a computer.
type BrowserDevice string

// The devices.
const (
	AppleDevice   BrowserDevice = "apple"
	AndroidDevice BrowserDevice = "android"
	Computer      BrowserDevice = "computer"
)

// BrowserKind says what a browser does with the file of a pass.
type BrowserKind string

// The kinds of browser.
const (
	SafariBrowser BrowserKind = "safari" // takes one pass, and several in one file
	OtherBrowser  BrowserKind = "other"  // takes one pass
	InAppBrowser  BrowserKind = "app"    // is a part of another app, and takes none
)

// Browser is what a page is looked at with. The web app has the same in
// web/src/lib/browser.ts; testdata/browsers.json holds both to the same answers.
type Browser struct {
	Device BrowserDevice `json:"device"`
	Kind   BrowserKind   `json:"kind"`
}

// appMarks are what apps add to the User-Agent of their own browsers.
var appMarks = []string{
	"Instagram", "FBAN/", "FBAV/", "FB_IAB", "FBIOS", "Barcelona ", "WhatsApp/", "musical_ly", "BytedanceWebview", "TikTok",
	"Twitter for ", "LinkedInApp", "Snapchat", "Pinterest/", " Line/", "MicroMessenger", "Telegram", "GSA/", "KAKAOTALK", "NAVER(inapp", "Viber", "Discord", "Reddit/", "Outlook-iOS", "; wv)",
}

// otherMarks are those of browsers on Apple's devices that are not Safari.
var otherMarks = []string{"CriOS/", "FxiOS/", "EdgiOS/", "OPiOS/", "OPT/", "DuckDuckGo/", "Ddg/", "OPX/", "Brave/", "YaBrowser/", "UCBrowser/", "Vivaldi/", "Focus/", "Ecosia", "Whale/", "Chrome/", "Firefox/", "Edg/"}

// isNamedApp reports whether a User-Agent names the app that a browser is a part of. Web views that
// name none look like pages on the home screen, which take a pass.
func isNamedApp(userAgent string) bool {
	return slices.ContainsFunc(appMarks, func(mark string) bool { return strings.Contains(userAgent, mark) })
}

// browserOf returns what a page is looked at with, by the User-Agent. A tablet of Apple's
// calls itself a Macintosh.
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
