package loyalty

import (
	"slices"
	"strings"
)

// WeekSummary has a line per part, as templates require.
type WeekSummary struct{ Figures, Owed, LostCustomers, Task string }

// weekSummaryLabels are the labels of the template in docs/operate/whatsapp.md.
var weekSummaryLabels = [...]string{"Visitas: ", "Recompensas: ", "Clientes habituales: ", "Lo primero: "}

const weekSummaryEnd = "Responde BAJA si no quieres recibirlo más."

func (s *WeekSummary) parts() [len(weekSummaryLabels)]*string {
	return [...]*string{&s.Figures, &s.Owed, &s.LostCustomers, &s.Task}
}

// Text returns the message.
func (s WeekSummary) Text(business string) string {
	lines := []string{"Tu semana en " + business + ":"}
	for at, part := range s.parts() {
		lines = append(lines, weekSummaryLabels[at]+strings.Join(strings.Fields(*part), " "))
	}
	return strings.Join(append(lines, weekSummaryEnd), "\n")
}

// ParseWeekSummary parses a Text.
func ParseWeekSummary(text string) WeekSummary {
	var s WeekSummary
	lines := strings.Split(text, "\n")
	for at, part := range s.parts() {
		if at+1 < len(lines) {
			*part = strings.TrimPrefix(lines[at+1], weekSummaryLabels[at])
		}
	}
	return s
}

// StopWeek stops the week to a phone, which cannot be entered again.
func (b Business) StopWeek(phone string) Business {
	former := b
	if phone != "" && !b.hasStoppedWeek(phone) {
		b.WeekPhonesStopped = strings.TrimSpace(b.WeekPhonesStopped + " " + phone)
	}
	if SamePhone(b.WeekPhone, phone) {
		b.WeekPhone, b.WeekUserID = "", ""
	}
	return b.withNextVersion(former)
}

func (b Business) hasStoppedWeek(phone string) bool {
	return slices.ContainsFunc(strings.Fields(b.WeekPhonesStopped), func(stoppedPhone string) bool { return SamePhone(stoppedPhone, phone) })
}
