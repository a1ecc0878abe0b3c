package httpapi

import (
	"context"
	"net/http"
	"strings"

	"axioma/internal/service"
	"axioma/internal/service/access"
)

// knownDeviceCookie holds the marks by which a device is known on which somebody has
// signed in: so that whoever tries her account from elsewhere does not keep her
// out. It goes to the calls of signing in alone.
const knownDeviceCookie = "axioma_known"

// deviceMarks are those of the calling device.
func deviceMarks(ctx context.Context) []string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	return from.marks
}

// readDeviceMarks reads the marks of a request; what else stands there is none.
func readDeviceMarks(request *http.Request) []string {
	cookie, err := request.Cookie(knownDeviceCookie)
	if err != nil {
		return nil
	}
	all := strings.Split(cookie.Value, ".")
	return all[:min(len(all), access.MostKnown)]
}

// staffAccount and phoneAccount name an account for the limits, however it is
// typed.
func staffAccount(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func phoneAccount(phone string) string { return "phone " + phoneKey(phone) }

// rememberDevice is the cookie of a device on which somebody has just signed in.
func rememberDevice(ctx context.Context, cases *service.Service, account string) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	cookie := http.Cookie{
		Name:     knownDeviceCookie,
		Value:    strings.Join(cases.KnownDevices.Remember(access.KnownDevice{Marks: from.marks, Account: account}), "."),
		Path:     "/api/auth",
		MaxAge:   int(access.KnownFor.Seconds()),
		Secure:   from.secure,
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
	}
	return cookie.String()
}
