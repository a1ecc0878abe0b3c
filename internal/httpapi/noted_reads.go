package httpapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// notedRead returns the action by which reads of a route are recorded: files for all users, other reads only for
// operators. The use cases record exports.
func notedRead(method, routePath string) (action loyalty.Action, onlyForOperators, isNoted bool) {
	isRead := method == http.MethodGet || routePath == "/customers/lookup"
	switch {
	case !isRead:
		return "", false, false
	case fileTitles()[routePath] != "":
		return loyalty.ActionFileDownloaded, false, true
	case strings.Contains(routePath, "/customers/{id}"):
		return loyalty.ActionRecordRead, true, true
	case slices.Contains(customerLists(), routePath), strings.HasPrefix(routePath, "/families"):
		return loyalty.ActionCustomersRead, true, true
	}
	return "", false, false
}

// fileTitles returns the titles of recorded files, by path. Posters are not recorded: they have no customer data.
func fileTitles() map[string]string {
	return map[string]string{
		"/activity/file":           "«Actividad»",
		"/customers/qr-labels.pdf": "de etiquetas con los QR",
		"/imports/{id}/rejects":    "de filas que no se importaron",
		"/reports/services/file":   "del informe de servicios",
		"/reports/staff/file":      "«Quién»",
		"/reports/returns/file":    "«Vuelven»",
		"/reports/cohorts/file":    "«Vuelven», por meses",
		"/reports/card/file":       "«Tarjeta»",
		"/reports/hours/file":      "«Horas»",
		"/reports/absent/file":     "«Ausentes»",
		"/reports/debt/file":       "«Debo»",
	}
}

func customerLists() []string {
	return []string{
		"/customers", "/customers/lookup", "/visits", "/visits/own", "/visits/waiting", "/visits/removal-requests", "/counter/snapshot", "/business/lost",
		"/released-phones", "/registrations/unverified", "/registrations/unverified/{day}", "/reports/services", "/reports/card/customers",
		"/reports/absent/customers", "/reports/absent/recovered", "/reports/absent/greetings", "/imports/{id}", "/imports/{id}/customers", "/activity",
	}
}

func (a *API) noterOf(r route) func(huma.Context, usecase.Actor) {
	action, onlyForOperators, isNoted := notedRead(r.method, r.path)
	if !isNoted {
		return func(huma.Context, usecase.Actor) {}
	}
	title := fileTitles()[r.path]
	return func(ctx huma.Context, caller usecase.Actor) {
		if onlyForOperators && caller.Role != loyalty.Superadmin || ctx.Status() >= http.StatusBadRequest {
			return
		}
		subject, detail := "", ""
		switch action {
		case loyalty.ActionRecordRead:
			subject = ctx.Param("id")
		case loyalty.ActionFileDownloaded:
			detail = title
			if ctx.Query("format") == "xlsx" {
				detail += " (Excel)"
			}
		}
		if err := a.cases.Activity.NoteRead(ctx.Context(), caller, action, subject, detail); err != nil {
			a.problems.log.WarnContext(ctx.Context(), "recording a read", "error", err)
		}
	}
}
