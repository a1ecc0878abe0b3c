package httpapi

import (
	"crypto/rand"
	"net/http"
	"time"
)

// The random form name distinguishes a form that is sent twice from the same fields of another browser.
const formCookie = "axioma_form"

const (
	formCookieLife = 24 * time.Hour
	formKeyLife    = 10 * time.Minute
)

// maxFormName exceeds the 26 letters of rand.Text.
const maxFormName = 64

// The next person at the device gets another name.
func openForm(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: formCookie, Value: rand.Text(), Path: "/", MaxAge: int(formCookieLife.Seconds()),
		Secure: isSecure(r), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// A form of several steps may continue in another tab.
func openFormIfNone(w http.ResponseWriter, r *http.Request) {
	if formNameOf(r) == "" {
		openForm(w, r)
	}
}

func formNameOf(r *http.Request) string {
	cookie, err := r.Cookie(formCookie)
	if err != nil || len(cookie.Value) > maxFormName {
		return ""
	}
	return cookie.Value
}
