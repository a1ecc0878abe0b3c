package httpapi

import (
	"crypto/rand"
	"net/http"
	"time"
)

// formCookie holds a random name for the form that a browser has opened. It tells a form
// that is sent twice without a script from another browser that sends the same words.
// It says nothing of the customer.
const formCookie = "axioma_form"

const (
	// formCookieLife is how long a form may stay open before it is sent.
	formCookieLife = 24 * time.Hour
	// formKeyLife is how long a form that is sent once more repeats its first answer.
	formKeyLife = 10 * time.Minute
)

// maxFormName bounds what is read of the cookie; rand.Text returns 26 letters.
const maxFormName = 64

// openForm names the form that the browser opens. A second person at the same device opens
// another one.
func openForm(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: formCookie, Value: rand.Text(), Path: "/", MaxAge: int(formCookieLife.Seconds()),
		Secure: isSecure(r), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// openFormIfNone is openForm for a form of several steps, which goes on in another tab.
func openFormIfNone(w http.ResponseWriter, r *http.Request) {
	if formNameOf(r) == "" {
		openForm(w, r)
	}
}

// formNameOf is the name of the form that the browser has opened; empty where it keeps
// no cookies, or has opened it too long ago.
func formNameOf(r *http.Request) string {
	cookie, err := r.Cookie(formCookie)
	if err != nil || len(cookie.Value) > maxFormName {
		return ""
	}
	return cookie.Value
}
