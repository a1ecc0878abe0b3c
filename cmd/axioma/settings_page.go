package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

type settingsPageCommand struct{}

func (settingsPageCommand) Run(command *kong.Context, c console) error {
	page, err := settingsPage(command.Model)
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.out, page)
	return err
}

const settingsIntroduction = `# All settings

<!-- Generated from the program: make generate writes this page. -->

Each setting is an option of ` + "`axioma serve`" + ` or an environment variable. The option wins. A variable with *file* may be
replaced by the same name with ` + "`_FILE`" + ` behind it, which names a file that has the value.

` + "`axioma config`" + ` prints what is set on your machine, and where each value comes from. With the package the variables are in
` + "`/etc/axioma/axioma.env`" + `. A change needs a restart.
`

// settingGroups are sections by variable prefix; the last has the rest.
var settingGroups = []struct {
	title, page string
	variables   []string
}{
	{"Data and backups", "[Back up and restore](backup.md), [PostgreSQL](postgresql.md).", []string{"AXIOMA_DATA", "AXIOMA_COPY_BEFORE", "AXIOMA_BACKUP", "AXIOMA_SERVE_MOVED"}},
	{"HTTPS", "[HTTPS and proxies](https.md).", []string{"AXIOMA_ACME", "AXIOMA_LISTEN_HTTP", "AXIOMA_HSTS"}},
	{"WhatsApp", "[WhatsApp](whatsapp.md).", []string{"AXIOMA_WHATSAPP"}},
	{"E-mail", "[E-mail](email.md).", []string{"AXIOMA_MAIL"}},
	{"Wallets", "[Wallets](wallets.md).", []string{"AXIOMA_APPLE", "AXIOMA_GOOGLE"}},
	{"Log, metrics and traces", "[Monitor](monitor.md).", []string{"AXIOMA_LOG", "AXIOMA_METRICS", "OTEL_"}},
	{"Signing keys", "[Signing keys](security.md#signing-keys).", []string{"AXIOMA_SIGNING_KEY"}},
	{"Server", "", []string{""}},
}

func settingsPage(model *kong.Application) (string, error) {
	sections := make([]strings.Builder, len(settingGroups))
	for _, leaf := range model.Leaves(false) {
		if leaf.Name != "serve" {
			continue
		}
		for _, flag := range leaf.Flags {
			if len(flag.Envs) > 0 {
				sections[groupOf(flag.Envs[0])].WriteString(settingRow(flag))
			}
		}
	}
	var page strings.Builder
	page.WriteString(settingsIntroduction)
	for i, group := range settingGroups {
		if sections[i].Len() == 0 {
			return "", fmt.Errorf("there is no setting of %s", group.title)
		}
		fmt.Fprintf(&page, "\n## %s\n", group.title)
		if group.page != "" {
			fmt.Fprintf(&page, "%s\n\n", group.page)
		}
		page.WriteString("| variable | option | default | meaning |\n|---|---|---|---|\n")
		page.WriteString(sections[i].String())
	}
	return page.String(), nil
}

func groupOf(variable string) int {
	for i, group := range settingGroups {
		for _, beginning := range group.variables {
			if strings.HasPrefix(variable, beginning) {
				return i
			}
		}
	}
	return len(settingGroups) - 1
}

func settingRow(flag *kong.Flag) string {
	variable := "`" + flag.Envs[0] + "`"
	if flag.Tag.Has("secret") {
		variable += " *file*"
	}
	byDefault := ""
	if flag.HasDefault {
		byDefault = "`" + flag.Default + "`"
	}
	help := strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ").Replace(flag.Help)
	return fmt.Sprintf("| %s | `--%s` | %s | %s |\n", variable, flag.Name, byDefault, help)
}
