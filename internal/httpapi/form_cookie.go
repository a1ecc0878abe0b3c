package httpapi

import (
	"crypto/rand"
	"net/http"
	"time"
)

// formCookie holds a random name of the form that the browser opened. It tells a form that is sent twice from the same
// fields of another browser.
const formCookie = "axioma_form"

const (
	// formCookieLife is how long a form may stay open before it is sent.
	formCookieLife = 24 * time.Hour
	// formKeyLife is how long a form that is sent again repeats its first response.
	formKeyLife = 10 * time.Minute
)

// maxFormName limits the length of the cookie; rand.Text returns 26 letters.
const maxFormName = 64

// openForm sets a new form name, so that a second person at the same device has another one.
func openForm(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: formCookie, Value: rand.Text(), Path: "/", MaxAge: int(formCookieLife.Seconds()),
		Secure: isSecure(r), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// openFormIfNone keeps an existing name: a form of several steps may continue in another tab.
func openFormIfNone(w http.ResponseWriter, r *http.Request) {
	if formNameOf(r) == "" {
		openForm(w, r)
	}
}

// formNameOf returns the form name in the cookie; empty without one.
func formNameOf(r *http.Request) string {
	cookie, err := r.Cookie(formCookie)
	if err != nil || len(cookie.Value) > maxFormName {
		return ""
	}
	return cookie.Value
}
