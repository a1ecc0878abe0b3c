package httpapi

import (
	"context"
	"net/http"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// browserCookie marks the registering browser. If it verifies the phone first, the QR stays valid.
const browserCookie = "axioma_browser"

const browserCookieAge = 180 * 24 * time.Hour

func browserMark(r *http.Request) string {
	cookie, err := r.Cookie(browserCookie)
	if err != nil || !loyalty.ValidID(cookie.Value) {
		return ""
	}
	return cookie.Value
}

func markBrowser(ctx context.Context, newMark func() (string, error)) (context.Context, string, error) {
	mark := usecase.BrowserMarkOf(ctx)
	if mark == "" {
		var err error
		if mark, err = newMark(); err != nil {
			return ctx, "", err
		}
		ctx = usecase.WithBrowserMark(ctx, mark)
	}
	from, _ := ctx.Value(addressKey).(callerOrigin)
	cookie := http.Cookie{
		Name:     browserCookie,
		Value:    mark,
		Path:     "/",
		MaxAge:   int(browserCookieAge.Seconds()),
		Secure:   from.secure,
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
	}
	return ctx, cookie.String(), nil
}
