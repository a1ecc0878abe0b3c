package httpapi

import (
	"crypto/rand"
	"net/http"
	"time"
)

// formCookie holds a random name. Two submissions with the same fields and name are one form sent twice; another name
// means another browser.
const formCookie = "axioma_form"

const (
	formCookieLife = 24 * time.Hour
	formKeyLife    = 10 * time.Minute
)

// maxFormName exceeds the 26 letters of rand.Text.
const maxFormName = 64

// openForm sets a new name. The next person at the device then fills in another form.
func openForm(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: formCookie, Value: rand.Text(), Path: "/", MaxAge: int(formCookieLife.Seconds()),
		Secure: isSecure(r), HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// openFormIfNone keeps the name for a form of several steps.
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
