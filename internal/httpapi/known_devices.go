package httpapi

import (
	"context"
	"net/http"
	"strings"

	"axioma/internal/service"
	"axioma/internal/service/access"
)

// knownDeviceCookie has a mark for each account that has signed in on this device, so that failed attempts elsewhere do
// not lock it out here. Browsers send it only with sign-in calls.
const knownDeviceCookie = "axioma_known"

func deviceMarks(ctx context.Context) []string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	return from.marks
}

func readDeviceMarks(request *http.Request) []string {
	cookie, err := request.Cookie(knownDeviceCookie)
	if err != nil {
		return nil
	}
	all := strings.Split(cookie.Value, ".")
	return all[:min(len(all), access.MaxMarks)]
}

func staffAccount(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func phoneAccount(phone string) string { return "phone " + phoneKey(phone) }

func rememberDevice(ctx context.Context, cases *service.Service, account string) string {
	from, _ := ctx.Value(addressKey).(callerOrigin)
	cookie := http.Cookie{
		Name:     knownDeviceCookie,
		Value:    strings.Join(cases.KnownDevices.IssueMarks(access.DeviceMarks{Marks: from.marks, Account: account}), "."),
		Path:     "/api/auth",
		MaxAge:   int(access.MarkLifetime.Seconds()),
		Secure:   from.secure,
		HttpOnly: true,
		SameSite: http.SameSiteStrictMode,
	}
	return cookie.String()
}
