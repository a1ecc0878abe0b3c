package httpapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type activityCalls struct {
	cases *service.Service
	log   *slog.Logger
}

// ActivityFilter selects the entries of the list and of the file.
type ActivityFilter struct {
	Person   string              `query:"person" maxLength:"64" doc:"A user's id; 'none': acts of customers and the program"`
	Group    loyalty.ActionGroup `query:"group" doc:"Kind of act"`
	Customer string              `query:"customerId" maxLength:"64"`
	From     string              `query:"from" maxLength:"10" doc:"First day, YYYY-MM-DD"`
	To       string              `query:"to" maxLength:"10" doc:"Last day, YYYY-MM-DD"`
	Search   string              `query:"q" maxLength:"200" doc:"Part of a customer's name, phone or e-mail. Finds acts on the 20 best matches. The platform's activity has no customers"`
}

func (f ActivityFilter) request() service.ActivityRequest {
	request := service.ActivityRequest{
		ListRequest: usecase.ListRequest{Search: f.Search}, UserID: f.Person, Group: f.Group, CustomerID: f.Customer,
		From: loyalty.Day(f.From), To: loyalty.Day(f.To),
	}
	if f.Person == withoutUser {
		request.UserID, request.WithoutUser = "", true
	}
	return request
}

const withoutUser = "none"

type activityInput struct {
	ActivityFilter
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Cursor string `query:"cursor" maxLength:"1000" doc:"nextCursor of the previous page"`
}

// ActivityPerson is the user who acted.
type ActivityPerson struct {
	ID   string            `json:"id" doc:"User id; empty for persons who are not users"`
	Name string            `json:"name" doc:"Empty for the public; empty for an operator unless the caller is one"`
	Role loyalty.ActorRole `json:"role" enum:"OWNER,ADMIN,BARBER,SUPERADMIN,CUSTOMER,PUBLIC,SYSTEM,UNKNOWN"`
}

// SentencePart is a piece of a sentence.
type SentencePart struct {
	Text       string `json:"text"`
	IsName     bool   `json:"isName" doc:"It is a name: do not translate it"`
	CustomerID string `json:"customerId" doc:"Customer to open; empty: none"`
}

// ActivityEntry is an act.
type ActivityEntry struct {
	ID       string              `json:"id"`
	At       time.Time           `json:"at"`
	Day      string              `json:"day" doc:"YYYY-MM-DD in the business's time zone"`
	Time     string              `json:"time" doc:"HH:MM in the business's time zone"`
	Action   loyalty.Action      `json:"action"`
	Group    loyalty.ActionGroup `json:"group"`
	Person   ActivityPerson      `json:"person"`
	Sentence []SentencePart      `json:"sentence" doc:"The act in Spanish, to follow the person's name"`
	Fields   []string            `json:"fields" doc:"Names of the changed fields"`
	Address  string              `json:"address" doc:"Network address of the request; of IPv6 the first 56 bits; empty for acts of the program"`
	Device   string              `json:"device" doc:"A named device, or browser and system"`
}

// ActivityList is a page, newest first.
type ActivityList struct {
	Items      []ActivityEntry `json:"items" doc:"May be short or empty while there is a next page"`
	NextCursor *string         `json:"nextCursor" doc:"null on the last page"`
}

type activityOutput struct{ Body ActivityList }

func (c activityCalls) list(ctx context.Context, in *activityInput) (*activityOutput, error) {
	request := in.request()
	request.Limit, request.Cursor = in.Limit, in.Cursor
	entries, zone, err := c.cases.Activity.List(ctx, actor(ctx), request)
	if err != nil {
		return nil, err
	}
	body := ActivityList{Items: make([]ActivityEntry, len(entries.Items)), NextCursor: orNull(entries.Next)}
	for i, entry := range entries.Items {
		body.Items[i] = activityEntryOf(entry, zone, actor(ctx).Role)
	}
	return &activityOutput{Body: body}, nil
}

func activityEntryOf(entry service.ActivityEntry, zone *time.Location, reader loyalty.Role) ActivityEntry {
	at := entry.At.In(zone)
	view := ActivityEntry{
		ID: entry.ID, At: entry.At, Day: at.Format(time.DateOnly), Time: at.Format("15:04"), Action: entry.Action, Group: entry.Action.Group(),
		Person: personOf(entry, reader), Sentence: []SentencePart{}, Fields: entry.Fields, Address: entry.Address, Device: entry.Device,
	}
	if entry.DeviceName != "" {
		view.Device = entry.DeviceName
	}
	for _, part := range entry.Sentence(entry.Names) {
		visible := SentencePart{Text: part.Text, IsName: part.IsName}
		if part.IsCustomer && entry.IsCustomerActive {
			visible.CustomerID = entry.CustomerID()
		}
		view.Sentence = append(view.Sentence, visible)
	}
	return view
}

func personOf(entry service.ActivityEntry, reader loyalty.Role) ActivityPerson {
	person := ActivityPerson{ID: entry.ActorID, Name: entry.ActorName, Role: entry.ActedByRole()}
	switch {
	case person.Role == loyalty.ActorRole(loyalty.Superadmin) && reader != loyalty.Superadmin:
		person.Name = ""
	case person.Role == loyalty.ActorCustomer || person.Role == loyalty.ActorPublic:
		person.Name = entry.Names.Customer
	case person.Role == "":
		person.Role = "UNKNOWN"
	}
	return person
}

func (p ActivityPerson) spoken() string {
	if p.Name != "" {
		return p.Name
	}
	return map[loyalty.ActorRole]string{
		loyalty.ActorRole(loyalty.Superadmin): "Operador", loyalty.ActorCustomer: "Un cliente", loyalty.ActorPublic: "Alguien sin identificar",
		loyalty.ActorSystem: "Axioma",
	}[p.Role]
}

type activityFileInput struct {
	ActivityFilter
	Format string `query:"format" enum:"csv,xlsx" default:"csv"`
}

func (c activityCalls) file(ctx context.Context, in *activityFileInput) (*huma.StreamResponse, error) {
	file := largeFile{contentType: bookTypes[in.Format], name: "actividad." + in.Format, log: c.log}
	return file.send(func(out io.Writer) error {
		writer := bufio.NewWriter(out)
		table, err := newTableWriter(in.Format, "Actividad", activityColumns, writer)
		if err != nil {
			return err
		}
		user := actor(ctx)
		err = c.cases.Activity.EachEntry(ctx, user, in.request(), func(entry service.ActivityEntry, zone *time.Location) error {
			return table.add(activityRow(activityEntryOf(entry, zone, user.Role)))
		})
		if err = closeTable(table, err); err != nil {
			return fmt.Errorf("writing the activity as %s: %w", in.Format, err)
		}
		return writer.Flush()
	})
}

var activityColumns = []string{"Día", "Hora", "Quién", "Qué", "Dirección", "Dispositivo"}

func activityRow(e ActivityEntry) []string {
	var sentence strings.Builder
	for _, part := range e.Sentence {
		sentence.WriteString(part.Text)
	}
	return []string{e.Day, e.Time, e.Person.spoken(), sentence.String(), e.Address, e.Device}
}

// RefusedSignIn counts an account's refused sign-ins of a day.
type RefusedSignIn struct {
	Day      string    `json:"day" doc:"YYYY-MM-DD"`
	UserID   string    `json:"userId" doc:"Empty for addresses without an account"`
	Name     string    `json:"name"`
	Email    string    `json:"email"`
	Business string    `json:"business" doc:"Empty for accounts of the platform"`
	Count    int64     `json:"count" doc:"Without attempts that the rate limits refused"`
	LastAt   time.Time `json:"lastAt"`
}

// RefusedSignIns has 30 days, latest first, at most 500.
type RefusedSignIns struct {
	Items []RefusedSignIn `json:"items"`
}

type refusedSignInsOutput struct{ Body RefusedSignIns }

func (c activityCalls) refusedSignIns(ctx context.Context, _ *noInput) (*refusedSignInsOutput, error) {
	signIns, err := c.cases.Activity.RefusedSignIns(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	items := make([]RefusedSignIn, len(signIns))
	for i, r := range signIns {
		items[i] = RefusedSignIn{
			Day: string(r.Day), UserID: r.UserID, Name: r.Name, Email: r.Email, Business: r.BusinessName, Count: r.Count, LastAt: r.LastAt,
		}
	}
	return &refusedSignInsOutput{Body: RefusedSignIns{Items: items}}, nil
}

func activityRoutes(a *API) []route {
	return []route{
		get("/activity", ownerOrPlatform, "List the activity of the business, newest first; for an operator without a business, of the platform", a.activity.list),
		get("/activity/file", ownerOrPlatform, "Download the activity as a spreadsheet", a.activity.file).withoutDeadline().recently(),
		get("/activity/refused-sign-ins", ownerOrPlatform, "List the refused sign-ins of the last 30 days by account and day", a.activity.refusedSignIns),
	}
}
