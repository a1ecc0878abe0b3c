package service

import (
	_ "embed"
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

//go:embed week_mail.html
var weekMailHTML string

var weekMailPage = template.Must(template.New("mail").Parse(weekMailHTML))

type weekLetter struct{ subject, text, html string }

type weekLetterContent struct {
	Subject, Business, Period, Greeting string
	Figures                             []weekLetterFigure
	Owed, Lost                          string
	Task                                weekLetterTask
	Reason, Settings                    string
}

type weekLetterFigure struct{ Name, Now, Before string }

type weekLetterTask struct{ Title, Detail, Link, URL string }

func newWeekLetter(week mailedWeek, owner loyalty.User, publicURL string) (weekLetter, error) {
	name := week.business.SenderName()
	content := weekLetterContent{
		Subject:  "Tu semana en " + name + ": " + sayCount(week.now.Visits, "visita", "visitas") + ", " + sayChange(week.now.Visits-week.before.Visits),
		Business: name,
		Period:   "Del " + sayPeriod(week.now.Period),
		Greeting: "Hola:",
		Figures:  weekLetterFigures(week.now, week.before),
		Owed:     sayOwed(week),
		Lost:     sayLost(week.lostCount),
		Task:     weekLetterTaskOf(week.facts, publicURL),
		Reason:   "Este resumen llega cada lunes a los propietarios de " + name + ". Para no recibirlo, quita «Tu semana por correo» en Ajustes, Mensajes.",
		Settings: publicURL + "/app/settings?seccion=mensajes",
	}
	if first := loyalty.FirstWord(owner.Name); first != "" {
		content.Greeting = "Hola, " + first + ":"
	}
	var page strings.Builder
	if err := weekMailPage.Execute(&page, content); err != nil {
		return weekLetter{}, fmt.Errorf("rendering a week mail: %w", err)
	}
	return weekLetter{subject: content.Subject, text: content.text(), html: page.String()}, nil
}

func weekLetterFigures(now, before weekFigures) []weekLetterFigure {
	figure := func(name string, now, before int64) weekLetterFigure {
		return weekLetterFigure{Name: name, Now: sayNumber(now), Before: sayNumber(before)}
	}
	return []weekLetterFigure{
		figure("Visitas", now.Visits, before.Visits),
		figure("Clientes", now.Customers, before.Customers),
		figure("Clientes nuevos", now.NewCustomers, before.NewCustomers),
		figure("Recompensas canjeadas", now.Redemptions, before.Redemptions),
	}
}

func (c weekLetterContent) text() string {
	lines := []string{c.Greeting, "", c.Business, c.Period, ""}
	for _, f := range c.Figures {
		lines = append(lines, f.Name+": "+f.Now+" (la semana anterior, "+f.Before+")")
	}
	lines = append(lines, "", c.Owed, c.Lost, "", c.Task.Title, c.Task.Detail, c.Task.Link+": "+c.Task.URL, "", "--", c.Reason, c.Settings)
	return strings.Join(lines, "\n") + "\n"
}

func sayOwed(week mailedWeek) string {
	rewards := week.owed.Free + week.owed.Half + week.owed.Others
	if rewards == 0 {
		return "No debes ninguna recompensa."
	}
	line := "Debes " + sayCount(rewards, "recompensa", "recompensas") + " a " + sayCount(week.owed.Customers, "cliente", "clientes")
	if value, isKnown := week.business.ValueOf(week.owed.Free, week.owed.Half); isKnown {
		line += ": unos " + sayNumber((value+50)/100) + " € a tu precio medio"
	}
	return line + "."
}

func sayLost(count int) string {
	if count == 0 {
		return "Ningún cliente habitual ha dejado de venir."
	}
	return sayCount(int64(count), "cliente habitual ha dejado de venir.", "clientes habituales han dejado de venir.")
}

// summaryOf has no link, because all businesses share one template.
func summaryOf(week mailedWeek) loyalty.WeekSummary {
	return loyalty.WeekSummary{
		Figures: "del " + sayPeriod(week.now.Period) + ", " + sayNumber(week.now.Visits) + " (" + sayChange(week.now.Visits-week.before.Visits) + "); " +
			sayCount(week.now.Customers, "cliente", "clientes") + ", " + sayCount(week.now.NewCustomers, "nuevo", "nuevos") + ".",
		Owed:          lowerFirst(sayOwed(week)),
		LostCustomers: sayLostShort(week.lostCount),
		Task:          weekLetterTaskOf(week.facts, "").Title + ".",
	}
}

func sayLostShort(count int) string {
	switch count {
	case 0:
		return "ninguno ha dejado de venir."
	case 1:
		return "uno ha dejado de venir."
	}
	return sayNumber(int64(count)) + " han dejado de venir."
}

func lowerFirst(sentence string) string { return strings.ToLower(sentence[:1]) + sentence[1:] }

func weekLetterTaskOf(facts loyalty.WeekFacts, publicURL string) weekLetterTask {
	task, count := facts.Task()
	switch task {
	case loyalty.WeekTaskVisits:
		return weekLetterTask{"Acepta " + sayCount(count, "visita que espera", "visitas que esperan"), "Se sellaron sin conexión y no cuentan hasta que decidas.", "Ver las visitas", publicURL + "/app/devices"}
	case loyalty.WeekTaskSteps:
		return weekLetterTask{"Termina tus primeros pasos", "Por hacer: " + sayCount(count, "paso", "pasos") + " para tener tu tarjeta lista.", "Ver los pasos", publicURL + "/app"}
	case loyalty.WeekTaskLost:
		return weekLetterTask{"Escribe a quien ha dejado de venir", sayCount(count, "cliente acepta que le escribas y no sabe de ti desde hace tiempo.", "clientes aceptan que les escribas y no saben de ti desde hace tiempo."), "Ver a quién", publicURL + "/app/informes/falta"}
	case loyalty.WeekTaskRewards:
		return weekLetterTask{"Recuerda a tus clientes sus recompensas", sayCount(count, "recompensa espera", "recompensas esperan") + " desde hace más de tres meses. Díselo a cada cliente cuando venga.", "Ver a quién", publicURL + "/app/customers/list?owed=true"}
	case loyalty.WeekTaskWhatsApp:
		return weekLetterTask{"Activa WhatsApp", "Está en modo de prueba: tus mensajes se anotan, pero no salen.", "Cómo activarlo", publicURL + "/ayuda/activar-whatsapp"}
	default:
		return weekLetterTask{"Nada urgente", "Todo está al día. Mira con calma quién vino y cuándo.", "Ver el informe", publicURL + "/app/reports/services"}
	}
}

var spanishMonths = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

func sayPeriod(p loyalty.Period) string {
	from, to := dayAndMonth(p.From), dayAndMonth(p.To)
	if from[1] == to[1] {
		return from[0] + " al " + to[0] + " de " + to[1]
	}
	return from[0] + " de " + from[1] + " al " + to[0] + " de " + to[1]
}

func dayAndMonth(day loyalty.Day) [2]string {
	text := string(day)
	month := 10*int(text[len("2006-")]-'0') + int(text[len("2006-0")]-'0')
	return [2]string{strings.TrimPrefix(text[len("2006-01-"):], "0"), spanishMonths[(month+11)%12]}
}

func sayCount(count int64, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return sayNumber(count) + " " + many
}

func sayChange(more int64) string {
	switch {
	case more > 0:
		return sayNumber(more) + " más"
	case more < 0:
		return sayNumber(-more) + " menos"
	default:
		return "como la anterior"
	}
}

// sayNumber groups from five digits on, as is usual in Spain.
func sayNumber(number int64) string {
	digits := strconv.FormatInt(number, 10)
	if len(digits) < 5 {
		return digits
	}
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "." + digits[at:]
	}
	return digits
}
