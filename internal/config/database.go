package config

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"
)

// DatabaseOf returns a command's database settings, or false if it has none.
func DatabaseOf(command *kong.Context) (Database, bool) {
	node := command.Selected()
	if node == nil || node.Target.Kind() != reflect.Struct {
		return Database{}, false
	}
	field := node.Target.FieldByName("Database")
	if !field.IsValid() {
		return Database{}, false
	}
	database, is := field.Interface().(Database)
	return database, is
}

// RefuseTwoDatabases refuses a typed --data with a PostgreSQL URL, which would silently win.
func RefuseTwoDatabases(command *kong.Context) error {
	database, has := DatabaseOf(command)
	if !has || database.DatabaseURL == "" {
		return nil
	}
	for _, element := range command.Path {
		if element.Flag == nil || element.Flag.Name != "data" || element.Resolved {
			continue
		}
		address := flagNamed(command, "database-url")
		if source(command, address) == "flag" {
			return fmt.Errorf("--data %s and --database-url name two databases: leave one of them out", database.Data)
		}
		return fmt.Errorf("--data %s is given, but %s names a PostgreSQL database, which would be used instead: "+
			"to use the folder, unset the variable (env -u %s axioma …); to use PostgreSQL, leave --data out",
			database.Data, variableOf(command, address), variableOf(command, address))
	}
	return nil
}

func flagNamed(command *kong.Context, name string) *kong.Flag {
	for _, flag := range command.Selected().Flags {
		if flag.Name == name {
			return flag
		}
	}
	return nil
}

func variableOf(command *kong.Context, flag *kong.Flag) string {
	if source(command, flag) == "file" {
		return flag.Envs[0] + "_FILE"
	}
	return flag.Envs[0]
}
