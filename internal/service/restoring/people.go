package restoring

import (
	"context"
	"errors"
	"slices"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

const (
	// maxAccounts limits the staff of a copy: each renamed account reveals that an e-mail is taken.
	maxAccounts  = 300
	operatorName = "Operador de la plataforma"
	// noAddress is the reserved domain of replaced addresses.
	noAddress = "@copia.invalid"
)

type people struct {
	here        []store.RestoredRow
	newAccounts []store.RestoredRow
	operator    store.RestoredRow // replaces users missing in the copy
	ids         map[string]string // in the business, by id in the copy
	unnamedIDs  []string          // ids in the business
	names       map[string]string // in the copy, of unnamed accounts, by id in the business
	actorID     string
	isNamed     bool
}

func (p *people) accounts() []store.RestoredRow {
	return slices.Concat(p.here, p.newAccounts, []store.RestoredRow{p.operator})
}

func (p *people) account(id string) string {
	if existing, found := p.ids[id]; found {
		return existing
	}
	p.isNamed = true
	return p.operator.Text("id")
}

func (l *loader) readPeople(ctx context.Context, actor usecase.Actor) error {
	var users []store.RestoredRow
	err := l.tables.Rows("users", func(row store.RestoredRow) error {
		if len(users) == maxAccounts {
			return archive.Refuse("La copia tiene más de %d cuentas.", maxAccounts)
		}
		users = append(users, row)
		return checkAccount(row)
	})
	if err != nil {
		return err
	}
	return l.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error { return l.matchPeople(tx, actor, users) })
}

func checkAccount(row store.RestoredRow) error {
	email, ok := loyalty.ParseEmail(row.Text("email"))
	if !ok || email != row.Text("email") || len(email) > loyalty.MaxEmailLength {
		return archive.Refuse("users.jsonl tiene un correo que no vale.")
	}
	if _, err := loyalty.CleanName("name", row.Text("name")); err != nil {
		return archive.Refuse("users.jsonl tiene un nombre que no vale.")
	}
	if !slices.Contains([]loyalty.Role{loyalty.Barber, loyalty.Admin, loyalty.Owner}, loyalty.Role(row.Text("role"))) {
		return archive.Refuse("users.jsonl tiene una cuenta que no es del personal de un negocio.")
	}
	return nil
}

func (l *loader) matchPeople(tx *store.PlatformTx, actor usecase.Actor, users []store.RestoredRow) error {
	staff, err := tx.Users().Of(l.business.ID)
	if err != nil {
		return err
	}
	operatorID, err := l.base.IDs.Next(l.base.Now())
	if err != nil {
		return err
	}
	p := &l.people
	p.ids, p.names, p.operator = map[string]string{}, map[string]string{}, l.newAccount(operatorID, operatorID+noAddress, operatorName, loyalty.Barber)
	p.actorID = operatorID
	byEmail := map[string]string{}
	for _, user := range staff {
		p.here = append(p.here, l.newAccount(user.ID, user.Email, user.Name, user.Role))
		p.ids[user.ID], byEmail[user.Email] = user.ID, user.ID
		if user.Name == "" {
			p.unnamedIDs = append(p.unnamedIDs, user.ID)
		}
		if user.ID == actor.UserID {
			p.actorID = user.ID
		}
	}
	for _, row := range users {
		if err := l.matchAccount(tx, row, byEmail); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) newAccount(id, email, name string, role loyalty.Role) store.RestoredRow {
	now := l.base.Now().UnixMilli()
	row := store.RestoredRow{"id": id, "email": email, "name": name, "role": string(role), "disabled_at": now, "created_at": now}
	row.Make("users")
	return row
}

// matchAccount finds an account by id or e-mail, or adds it. It refuses ids of another business.
func (l *loader) matchAccount(tx *store.PlatformTx, row store.RestoredRow, byEmail map[string]string) error {
	p, id, email := &l.people, row.Text("id"), row.Text("email")
	if existing, isHere := p.ids[id]; isHere {
		p.fillName(existing, row.Text("name"))
		return nil
	}
	if existing, known := byEmail[email]; known {
		p.ids[id] = existing
		p.fillName(existing, row.Text("name"))
		return nil
	}
	if _, err := tx.Users().Get(id); !errors.Is(err, loyalty.ErrUserNotFound) {
		return orTaken(err)
	}
	_, err := tx.Users().ByEmail(email)
	switch {
	case err == nil:
		l.result.RenamedAccounts = append(l.result.RenamedAccounts, email)
		row["email"] = id + noAddress
	case !errors.Is(err, loyalty.ErrUserNotFound):
		return err
	}
	if row["disabled_at"] == nil {
		row["disabled_at"] = l.base.Now().UnixMilli()
	}
	row.Make("users")
	p.ids[id], byEmail[email] = id, id
	p.newAccounts = append(p.newAccounts, row)
	l.result.Accounts++
	return nil
}

// fillName names an unnamed account as in the copy. Users cannot enter a name.
func (p *people) fillName(id, name string) {
	if name != "" && p.names[id] == "" && slices.Contains(p.unnamedIDs, id) {
		p.names[id] = name
	}
}

func orTaken(err error) error {
	if err != nil {
		return err
	}
	return loyalty.ErrRestoreTaken
}
